' A cell by the kind of its argument: C a card, T a total, D a decision, A a card that may be unreadable,
' O an outcome that may be unreadable, W one that may not; B a bet, E an event, M terms, S a stake (which goes
' into the amount), N a number of cards, P a pair, K decks. Below 0 where the cell cannot be used.
Private Function CodeOf(ByVal kind As String, ByVal cell As Variant, ByRef amount As Double) As Long
    Select Case kind
        Case "C": CodeOf = CardCode(cell)
        Case "T": CodeOf = TotalCode(cell)
        Case "D": CodeOf = DecisionCode(cell)
        Case "A"
            CodeOf = CardCode(cell)
            If CodeOf < 0 Then CodeOf = UNREADABLE
        Case "O"
            CodeOf = OutcomeCode(cell)
            If CodeOf < 0 Then CodeOf = OUTCOME_UNREADABLE
        Case "W": CodeOf = OutcomeCode(cell)
        Case "B": CodeOf = NameCode(cell, BetWords())
        Case "E": CodeOf = NameCode(cell, EVENT_WORDS)
        Case "M": CodeOf = TermsCode(cell)
        Case "S": CodeOf = StakeCode(cell, amount)
        Case "N": CodeOf = NumberOfCardsCode(cell)
        Case "P": CodeOf = PairCode(cell)
        Case "K": CodeOf = DecksCode(cell)
    End Select
End Function

Private Function CardCode(ByVal cell As Variant) As Long
    Dim text As String
    Select Case VarType(cell)
        Case 2 To 6, 14, 17, 20 ' a number of any size
            CardCode = ValueOfRank(CDbl(cell))
        Case 8 ' text
            text = Stripped(cell)
            If text = "" Then
                CardCode = NO_CARD
            ElseIf IsQuestionMark(text) Then
                CardCode = UNSEEN
            Else
                CardCode = CardOfText(text)
            End If
        Case 0 ' an empty cell
            CardCode = NO_CARD
        Case Else ' TRUE, FALSE or a date
            CardCode = WRONG_KIND
    End Select
End Function

Private Function TotalCode(ByVal cell As Variant) As Long
    Dim text As String
    Select Case VarType(cell)
        Case 2 To 6, 14, 17, 20
            TotalCode = WholeNumber(CDbl(cell), 9)
        Case 8
            text = WithDigits(Stripped(cell))
            If text = "" Then
                TotalCode = NOT_KNOWN
            ElseIf IsQuestionMark(text) Then
                TotalCode = NOT_KNOWN
            ElseIf IsNumberText(text) Then
                TotalCode = WholeNumber(Val(text), 9)
            Else
                TotalCode = WRONG_KIND
            End If
        Case 0
            TotalCode = NOT_KNOWN
        Case Else
            TotalCode = WRONG_KIND
    End Select
End Function

Private Function DecisionCode(ByVal cell As Variant) As Long
    Dim text As String
    Select Case VarType(cell)
        Case 11 ' TRUE or FALSE
            DecisionCode = IIf(cell, HAS_DRAWN, HAS_STOOD)
        Case 2 To 6, 14, 17, 20
            DecisionCode = WholeNumber(CDbl(cell), 1)
        Case 8
            text = LCase$(Stripped(cell))
            DecisionCode = DECISION_NOT_KNOWN
            If text <> "" And text <> "?" Then DecisionCode = WordCode(DECISION_WORDS, text)
        Case 0
            DecisionCode = DECISION_NOT_KNOWN
        Case Else
            DecisionCode = WRONG_KIND
    End Select
End Function

Private Function OutcomeCode(ByVal cell As Variant) As Long
    Dim text As String
    Select Case VarType(cell)
        Case 8
            text = LCase$(Stripped(cell))
            OutcomeCode = NOT_RECORDED
            If text <> "" Then OutcomeCode = WordCode(OutcomeWords(), text)
        Case 0
            OutcomeCode = NOT_RECORDED
        Case Else
            OutcomeCode = WRONG_KIND
    End Select
End Function

Private Function WholeNumber(ByVal number As Double, ByVal most As Long) As Long
    If number <> Int(number) Then
        WholeNumber = WRONG_KIND
    ElseIf number < 0 Or number > most Then
        WholeNumber = OUT_OF_RANGE
    Else
        WholeNumber = CLng(number)
    End If
End Function

' The numbers 10 to @HIGHEST@ are worth 0 (R1).
Private Function ValueOfRank(ByVal number As Double) As Long
    ValueOfRank = WholeNumber(number, @HIGHEST@)
    If ValueOfRank > 9 Then ValueOfRank = 0
End Function

' A number; a rank, with or without a suit before or after it; or one playing-card character.
Private Function CardOfText(ByVal text As String) As Long
    Dim plain As String, suit As Variant
    plain = PlainLetters(text)
    If IsNumberText(plain) Then
        CardOfText = ValueOfRank(Val(plain))
        Exit Function
    End If
    CardOfText = WordCode(RANK_WORDS, plain)
    If CardOfText >= 0 Then Exit Function
    For Each suit In Suits()
        If Right$(plain, Len(suit)) = suit Then
            CardOfText = WordCode(RANK_WORDS, WithoutJointAfter(Left$(plain, Len(plain) - Len(suit))))
            If CardOfText >= 0 Then Exit Function
        End If
        If Left$(plain, Len(suit)) = suit Then
            CardOfText = WordCode(RANK_WORDS, WithoutJointBefore(Mid$(plain, Len(suit) + 1)))
            If CardOfText >= 0 Then Exit Function
        End If
    Next suit
    CardOfText = ValueOfPicture(text)
End Function

' Between a rank and the suit after it: " of ", or any spaces, hyphens and low lines.
Private Function WithoutJointAfter(ByVal rank As String) As String
    Dim bare As String
    bare = StrippedAfter(rank, " ")
    If bare <> rank And Right$(bare, 3) = " of" Then
        WithoutJointAfter = StrippedAfter(Left$(bare, Len(bare) - 3), " ")
    Else
        WithoutJointAfter = StrippedAfter(rank, " _-")
    End If
End Function

Private Function WithoutJointBefore(ByVal rank As String) As String
    Do While rank <> "" And InStr(" _-", Left$(rank, 1)) > 0
        rank = Mid$(rank, 2)
    Loop
    WithoutJointBefore = rank
End Function

Private Function StrippedAfter(ByVal text As String, ByVal characters As String) As String
    Do While text <> "" And InStr(characters, Right$(text, 1)) > 0
        text = Left$(text, Len(text) - 1)
    Loop
    StrippedAfter = text
End Function

' The playing cards of Unicode: a pair of code units; the last four bits are the rank, 12 is a knight.
Private Function ValueOfPicture(ByVal text As String) As Long
    Dim low As Long
    ValueOfPicture = WRONG_KIND
    If Len(text) <> 2 Then Exit Function
    If UnitAt(text, 1) <> @PICTURE_HIGH@ Then Exit Function
    low = UnitAt(text, 2)
    If low < @PICTURE_FIRST@ Or low > @PICTURE_LAST@ Then Exit Function
    Select Case low Mod 16
        Case 0, 12, 15
        Case Is > 9: ValueOfPicture = 0
        Case Else: ValueOfPicture = low Mod 16
    End Select
End Function

Private Function IsQuestionMark(ByVal text As String) As Boolean
    IsQuestionMark = (text = "?")
    If Len(text) = 1 And Not IsQuestionMark Then IsQuestionMark = (UnitAt(text, 1) = @WIDE_QUESTION@)
End Function

' A sign, digits, and a point among them or beside them; nothing else.
Private Function IsNumberText(ByVal text As String) As Boolean
    Dim i As Long, digits As Long, points As Long
    If Len(text) > 300 Then Exit Function
    For i = IIf(Left$(text, 1) = "+" Or Left$(text, 1) = "-", 2, 1) To Len(text)
        If InStr("0123456789", Mid$(text, i, 1)) > 0 Then
            digits = digits + 1
        ElseIf Mid$(text, i, 1) = "." Then
            points = points + 1
        Else
            Exit Function
        End If
    Next i
    IsNumberText = (digits > 0 And points < 2)
End Function

' Wide digits as usual ones.
Private Function WithDigits(ByVal text As String) As String
    Dim i As Long, unit As Long
    For i = 1 To Len(text)
        unit = UnitAt(text, i)
        If unit >= 65296 And unit <= 65305 Then
            WithDigits = WithDigits & Chr$(unit - 65248)
        Else
            WithDigits = WithDigits & Mid$(text, i, 1)
        End If
    Next i
End Function

' Small letters without accents; wide letters and digits as usual ones; spaces of every kind as spaces.
Private Function PlainLetters(ByVal text As String) As String
    Dim i As Long, unit As Long, letter As String
    For i = 1 To Len(text)
        letter = Mid$(text, i, 1)
        unit = UnitAt(letter, 1)
        If unit < 32 Or unit > 127 Then letter = PlainLetter(unit, letter)
        PlainLetters = PlainLetters & letter
    Next i
    PlainLetters = Stripped(LCase$(PlainLetters))
End Function

Private Function PlainLetter(ByVal unit As Long, ByVal letter As String) As String
    Select Case unit
        Case 65281 To 65374: PlainLetter = Chr$(unit - 65248)
        Case 65039, 768 To 879: PlainLetter = ""
@ACCENTS@
        Case Else: PlainLetter = IIf(IsSpace(unit), " ", letter)
    End Select
End Function

Private Function Stripped(ByVal text As String) As String
    Stripped = text
    Do While Stripped <> ""
        If Not IsSpace(UnitAt(Stripped, 1)) Then Exit Do
        Stripped = Mid$(Stripped, 2)
    Loop
    Do While Stripped <> ""
        If Not IsSpace(UnitAt(Stripped, Len(Stripped))) Then Exit Do
        Stripped = Left$(Stripped, Len(Stripped) - 1)
    Loop
End Function

Private Function IsSpace(ByVal unit As Long) As Boolean
    Select Case unit
        Case 33 To 126
        Case @SPACES@: IsSpace = True
    End Select
End Function

' The number of a letter; Excel gives those above 32767 as negative numbers.
Private Function UnitAt(ByVal text As String, ByVal place As Long) As Long
    UnitAt = AscW(Mid$(text, place, 1)) And &HFFFF&
End Function

' What a word means in a list such as |ace=1|two=2|, else below 0.
Private Function WordCode(ByVal list As String, ByVal word As String) As Long
    Dim place As Long
    WordCode = WRONG_KIND
    If word = "" Or InStr(word, "|") > 0 Or InStr(word, "=") > 0 Then Exit Function
    place = InStr(1, list, "|" & word & "=", vbBinaryCompare)
    If place > 0 Then WordCode = CLng(Val(Mid$(list, place + Len(word) + 2, 2)))
End Function

' A text in which \9824\ is the letter of that number.
Private Function Letters(ByVal written As String) As String
    Dim pieces As Variant, i As Long
    pieces = Split(written, "\")
    For i = LBound(pieces) To UBound(pieces)
        If (i - LBound(pieces)) Mod 2 = 1 Then
            Letters = Letters & ChrW(CLng(pieces(i)))
        Else
            Letters = Letters & pieces(i)
        End If
    Next i
End Function

Private Function OutcomeWords() As String
    If outcomeList = "" Then outcomeList = Letters(OUTCOME_WORDS)
    OutcomeWords = outcomeList
End Function

Private Function Suits() As Variant
    If IsEmpty(suitList) Then suitList = Split(Letters(SUIT_WORDS), " ")
    Suits = suitList
End Function

