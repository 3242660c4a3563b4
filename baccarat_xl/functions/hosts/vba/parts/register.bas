' Category, description and argument help for Excel's function wizard. Kept with the workbook when it is saved.
Public Sub RegisterBaccaratFunctions()
@REGISTRATIONS@
End Sub

Private Sub Describe(ByVal functionName As String, ByVal summary As String, ByVal argumentHelp As Variant)
    Application.MacroOptions _
        Macro:="'" & ThisWorkbook.Name & "'!" & functionName, _
        Description:=summary, _
        Category:="@CATEGORY@", _
        ArgumentDescriptions:=argumentHelp
End Sub
