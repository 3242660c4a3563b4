' What an argument holds: one value, or rows of values; Empty for one that is left out.
Private Function Held(Optional ByRef given As Variant) As Variant
    If IsMissing(given) Then
        Held = Empty
    ElseIf IsObject(given) Then
        Held = ValuesOfCells(given)
    Else
        Held = given
    End If
End Function

Private Function ValuesOfCells(ByVal block As Object) As Variant
    Dim values As Variant
    values = block.Value
#If LibreOffice Then
    values = WithErrorsOfCells(values, block)
#End If
    ValuesOfCells = values
End Function

' The answer for single cells, or rows of answers where a range is among them.
Private Function Answer(ByVal functionName As String, ByVal kinds As String, ByVal arguments As Variant) As Variant
    Dim cells(1 To @MOST@) As Variant, i As Long
    On Error GoTo failed
    For i = 1 To Len(kinds)
        cells(i) = arguments(LBound(arguments) + i - 1)
        If IsArray(cells(i)) Then
            Answer = AnswersOfRanges(functionName, kinds, arguments)
            Exit Function
        End If
    Next i
    Answer = ForCell(AnswerOfCells(functionName, kinds, cells))
    Exit Function
failed:
    Answer = ForCell(CVErr(2015))
End Function

' A single cell, row or column beside a range counts for each of its cells, rows or columns. Past the end of a
' shorter range it is #N/A.
Private Function AnswersOfRanges(ByVal functionName As String, ByVal kinds As String, ByVal arguments As Variant) As Variant
    Dim cells(1 To @MOST@) As Variant, grids(1 To @MOST@) As Variant, answers() As Variant
    Dim i As Long, row As Long, column As Long, height As Long, width As Long
    For i = 1 To Len(kinds)
        grids(i) = AsGrid(arguments(LBound(arguments) + i - 1))
        If UBound(grids(i), 1) > height Then height = UBound(grids(i), 1)
        If UBound(grids(i), 2) > width Then width = UBound(grids(i), 2)
    Next i
    ReDim answers(1 To height, 1 To width)
    For row = 1 To height
        For column = 1 To width
            For i = 1 To Len(kinds)
                cells(i) = CellOf(grids(i), row, column)
            Next i
            answers(row, column) = ForCell(AnswerOfCells(functionName, kinds, cells))
        Next column
    Next row
    AnswersOfRanges = answers
End Function

' One value, one row or rows of values as rows and columns that are counted from 1.
Private Function AsGrid(ByVal block As Variant) As Variant
    Dim grid() As Variant, row As Long, column As Long, columns As Long
    If Not IsArray(block) Then
        ReDim grid(1 To 1, 1 To 1)
        grid(1, 1) = block
        AsGrid = grid
        Exit Function
    End If
    columns = ColumnsOf(block)
    If columns = 0 Then
        ReDim grid(1 To 1, 1 To UBound(block) - LBound(block) + 1)
        For column = 1 To UBound(grid, 2)
            grid(1, column) = block(LBound(block) + column - 1)
        Next column
    Else
        ReDim grid(1 To UBound(block, 1) - LBound(block, 1) + 1, 1 To columns)
        For row = 1 To UBound(grid, 1)
            For column = 1 To columns
                grid(row, column) = block(LBound(block, 1) + row - 1, LBound(block, 2) + column - 1)
            Next column
        Next row
    End If
    AsGrid = grid
End Function

' 0 for a list that has no columns of its own.
Private Function ColumnsOf(ByVal block As Variant) As Long
    On Error GoTo onlyOne
    ColumnsOf = UBound(block, 2) - LBound(block, 2) + 1
    Exit Function
onlyOne:
    ColumnsOf = 0
End Function

Private Function CellOf(ByRef grid As Variant, ByVal row As Long, ByVal column As Long) As Variant
    If UBound(grid, 1) = 1 Then row = 1
    If UBound(grid, 2) = 1 Then column = 1
    If row > UBound(grid, 1) Or column > UBound(grid, 2) Then
        CellOf = CVErr(2042)
    Else
        CellOf = grid(row, column)
    End If
End Function

' Every argument is read by its kind, in order; the first error is the answer.
Private Function AnswerOfCells(ByVal functionName As String, ByVal kinds As String, ByRef cells() As Variant) As Variant
    Dim codes(1 To @MOST@) As Long, amount As Double, i As Long
    For i = 1 To Len(kinds)
        If IsError(cells(i)) Then
            AnswerOfCells = cells(i)
            Exit Function
        End If
        codes(i) = CodeOf(Mid$(kinds, i, 1), cells(i), amount)
        If codes(i) < 0 Then
            AnswerOfCells = CVErr(-codes(i))
            Exit Function
        End If
    Next i
    AnswerOfCells = Decide(functionName, codes, amount)
End Function

' An answer as a cell takes it.
Private Function ForCell(ByVal value As Variant) As Variant
    ForCell = value
#If LibreOffice Then
    If IsError(value) Then ForCell = ErrorInCalc(value)
#End If
End Function

#If LibreOffice Then
' LibreOffice hands an error in a cell over as 0. The cells that hold 0 are asked whether they are errors.
Private Function WithErrorsOfCells(ByVal values As Variant, ByVal block As Object) As Variant
    Dim row As Long, column As Long
    If Not IsArray(values) Then
        WithErrorsOfCells = OrErrorOfCell(values, block, 0, 0)
        Exit Function
    End If
    For row = LBound(values, 1) To UBound(values, 1)
        For column = LBound(values, 2) To UBound(values, 2)
            values(row, column) = OrErrorOfCell(values(row, column), block, column - LBound(values, 2), row - LBound(values, 1))
        Next column
    Next row
    WithErrorsOfCells = values
End Function

Private Function OrErrorOfCell(ByVal value As Variant, ByVal block As Object, ByVal column As Long, ByVal row As Long) As Variant
    Dim number As Long
    OrErrorOfCell = value
    If VarType(value) <> vbDouble Then Exit Function
    If value <> 0 Then Exit Function
    number = block.CellRange.getCellByPosition(column, row).getError()
    Select Case number
        Case 0
        Case 32767: OrErrorOfCell = CVErr(2042)
        Case 503: OrErrorOfCell = CVErr(2036)
        Case 532: OrErrorOfCell = CVErr(2007)
        Case 524: OrErrorOfCell = CVErr(2023)
        Case 525: OrErrorOfCell = CVErr(2029)
        Case 521: OrErrorOfCell = CVErr(2000)
        Case Else: OrErrorOfCell = CVErr(2015)
    End Select
End Function

' LibreOffice shows an error where a number is none and holds the error's own number in its last bytes.
Private Function ErrorInCalc(ByVal problem As Variant) As Variant
    Dim source As Object, reader As Object, number As Long
    number = 519
    If problem = CVErr(2042) Then number = 32767
    If problem = CVErr(2036) Then number = 503
    If problem = CVErr(2007) Then number = 532
    If problem = CVErr(2023) Then number = 524
    If problem = CVErr(2029) Then number = 525
    If problem = CVErr(2000) Then number = 521
    Set source = CreateUnoServiceWithArguments("com.sun.star.io.SequenceInputStream", _
        Array(CreateUnoValue("[]byte", Array(127, -8, 0, 0, 0, 0, number \ 256, SignedByte(number Mod 256)))))
    Set reader = CreateUnoService("com.sun.star.io.DataInputStream")
    reader.setInputStream(source)
    ErrorInCalc = reader.readDouble()
End Function

Private Function SignedByte(ByVal number As Long) As Long
    SignedByte = IIf(number > 127, number - 256, number)
End Function
#End If

