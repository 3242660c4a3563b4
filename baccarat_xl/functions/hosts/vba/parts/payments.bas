' A name without spaces, hyphens and low lines, in small letters.
Private Function PlainName(ByVal text As String) As String
    Dim i As Long, bare As String
    For i = 1 To Len(text)
        If Not IsSpace(UnitAt(text, i)) Then bare = bare & Mid$(text, i, 1)
    Next i
    PlainName = WithoutJoints(bare)
End Function

Private Function WithoutJoints(ByVal text As String) As String
    WithoutJoints = LCase$(Replace(Replace(text, "-", ""), "_", ""))
End Function

' What a name means in a list: first with usual spaces left out, and where that is no word, all kinds of them.
Private Function NamedCode(ByRef list As String, ByVal text As String) As Long
    NamedCode = WordCode(list, WithoutJoints(Replace(text, " ", "")))
    If NamedCode < 0 Then NamedCode = WordCode(list, PlainName(text))
End Function

Private Function IsBlankText(ByVal text As String) As Boolean
    Dim bare As String
    bare = Stripped(text)
    IsBlankText = (bare = "")
    If Len(bare) = 1 Then IsBlankText = IsQuestionMark(bare)
End Function

' The number of a bet or an event by its name.
Private Function NameCode(ByVal cell As Variant, ByVal list As String) As Long
    NameCode = WRONG_KIND
    If IsEmpty(cell) Then NameCode = NOT_NAMED
    If VarType(cell) <> 8 Then Exit Function
    If IsBlankText(cell) Then
        NameCode = NOT_NAMED
    Else
        NameCode = NamedCode(list & SideWords(), cell)
    End If
End Function

Private Function SideWords() As String
    If sideList = "" Then sideList = Letters(SIDE_WORDS)
    SideWords = sideList
End Function

Private Function BetWords() As String
    If betList = "" Then betList = Letters(BET_WORDS)
    BetWords = betList
End Function

' The code of payment terms: one name, or two with + between them. 0 where none are chosen.
Private Function TermsCode(ByVal cell As Variant) As Long
    Dim place As Long, one As Long, other As Long, main As Long, tie As Long
    TermsCode = WRONG_KIND
    If IsEmpty(cell) Then TermsCode = 0
    If VarType(cell) <> 8 Then Exit Function
    If IsBlankText(cell) Then
        TermsCode = 0
        Exit Function
    End If
    place = InStr(1, cell, "+", vbBinaryCompare)
    If place = 0 Then
        TermsCode = NamedCode(TERMS_WORDS, cell)
        Exit Function
    End If
    one = NamedCode(TERMS_WORDS, Left$(cell, place - 1))
    other = NamedCode(TERMS_WORDS, Mid$(cell, place + 1))
    If one < 0 Or other < 0 Then Exit Function
    main = IIf(one < other, one, other)
    tie = IIf(one < other, other, one)
    If main > MAIN_TERMS Or tie <= MAIN_TERMS Then Exit Function
    TermsCode = MAIN_TERMS + TIE_TERMS + (main - 1) * TIE_TERMS + tie - MAIN_TERMS
End Function

' 0 for a number, or a text that is one, and the number beside it; NOT_NAMED for a blank; else below 0.
Private Function NumberCode(ByVal cell As Variant, ByRef number As Double) As Long
    Dim text As String
    Select Case VarType(cell)
        Case 2 To 6, 14, 17, 20
            number = CDbl(cell)
        Case 8
            text = WithDigits(Stripped(cell))
            If IsBlankText(text) Then
                NumberCode = NOT_NAMED
            ElseIf IsNumberText(text) Then
                number = Val(text)
            Else
                NumberCode = WRONG_KIND
            End If
        Case 0
            NumberCode = NOT_NAMED
        Case Else
            NumberCode = WRONG_KIND
    End Select
End Function

' A stake in whole parts: 0.1+0.2 is 0.3, and a number with more than four decimals is no stake.
Private Function StakeCode(ByVal cell As Variant, ByRef amount As Double) As Long
    Dim number As Double
    StakeCode = NumberCode(cell, number)
    If StakeCode <> 0 Then Exit Function
    StakeCode = OUT_OF_RANGE
    If number < 0 Or number > HIGHEST_STAKE Then Exit Function
    amount = Int(number * PARTS + 0.5)
    If Abs(number * PARTS - amount) <= CLOSE_TO_WHOLE Then StakeCode = 0
End Function

' How many cards a hand had: 0 for 2, 1 for 3, 2 where it is not known.
Private Function NumberOfCardsCode(ByVal cell As Variant) As Long
    Dim number As Double
    NumberOfCardsCode = NumberCode(cell, number)
    If NumberOfCardsCode = NOT_NAMED Then
        NumberOfCardsCode = 2
    ElseIf NumberOfCardsCode = 0 Then
        NumberOfCardsCode = WholeNumber(number - 2, 1)
    End If
End Function

' What a hand's first two cards are: no pair, a pair, a mixed pair, a perfect one, or not known.
Private Function PairCode(ByVal cell As Variant) As Long
    Dim number As Double
    If VarType(cell) = 11 Then
        PairCode = IIf(cell, 1, 0)
    ElseIf VarType(cell) = 8 Then
        PairCode = PAIR_NOT_KNOWN
        If Not IsBlankText(cell) Then PairCode = NamedCode(PAIR_WORDS, cell)
    Else
        PairCode = NumberCode(cell, number)
        If PairCode = NOT_NAMED Then
            PairCode = PAIR_NOT_KNOWN
        ElseIf PairCode = 0 Then
            PairCode = WholeNumber(number, 1)
        End If
    End If
End Function

' Decks of a full shoe, 1 to 8; 9 for an endless one.
Private Function DecksCode(ByVal cell As Variant) As Long
    Dim number As Double
    If VarType(cell) = 8 Then
        DecksCode = USUAL_DECKS
        If Stripped(cell) = "" Then Exit Function
        DecksCode = NamedCode(DECKS_WORDS, cell)
        If DecksCode >= 0 Then Exit Function
    End If
    DecksCode = NumberCode(cell, number)
    If DecksCode = 0 Then
        DecksCode = WholeNumber(number - 1, 7)
        If DecksCode >= 0 Then DecksCode = DecksCode + 1
    ElseIf DecksCode = NOT_NAMED Then
        DecksCode = IIf(IsEmpty(cell), USUAL_DECKS, WRONG_KIND)
    End If
End Function

' What a bet comes to: "-" lost, "?" not settled, "!" no round is so, else one of RateOf.
Private Function BetMark(ByRef codes() As Long) As String
    Dim place As Long, state As Long, pairs As Long, rule As Long
    place = (IIf(codes(3) = NOT_RECORDED, 3, codes(3) - 1) * 11 + codes(4)) * 11 + codes(5)
    place = (ThreeDigits(TOTAL_BLOCKS, place) * 3 + codes(6)) * 3 + codes(7)
    state = ThreeDigits(SITUATIONS, place)
    pairs = (CLng(Mid$(PAIR_LEVELS, state + 1, 1)) * 5 + codes(8)) * 5 + codes(9)
    If Mid$(PAIRS_POSSIBLE, pairs + 1, 1) = "n" Then
        BetMark = "!"
    ElseIf codes(1) = NOT_NAMED Then
        BetMark = "?"
    Else
        rule = RuleOf(codes(1), codes(10))
        BetMark = Mid$(PairMarks(rule), pairs + 1, 1)
        If BetMark = "" Then BetMark = Mid$(RoundMarks(rule), state + 1, 1)
    End If
End Function

Private Function ThreeDigits(ByRef list As String, ByVal place As Long) As Long
    ThreeDigits = CLng(Mid$(list, 3 * place + 1, 3))
End Function

Private Function RuleOf(ByVal bet As Long, ByVal terms As Long) As Long
    RuleOf = CLng(Mid$(RULE_DIGITS, 2 * (bet * ALL_TERMS + terms) + 1, 2))
End Function

' What is lost, or won after commission and rounded once, half up to a cent; both in parts.
Private Function ProfitOf(ByVal mark As String, ByVal amount As Double) As Double
    Dim fraction As Variant, over As Double, under As Double, cent As Double
    If mark = "-" Then
        ProfitOf = 0 - amount
        Exit Function
    End If
    fraction = RateOf(mark)
    over = fraction(LBound(fraction))
    under = fraction(UBound(fraction))
    cent = PARTS / 100
    ProfitOf = Int((2 * amount * over + cent * under) / (2 * cent * under)) * cent
End Function

' The profit of a bet, with the stake or without.
Private Function BetAnswer(ByRef codes() As Long, ByVal amount As Double, ByVal withStake As Boolean) As Variant
    Dim mark As String, whole As Double
    mark = BetMark(codes)
    If mark = "!" Then
        BetAnswer = CVErr(2015)
    ElseIf mark = "?" Or codes(2) = NOT_NAMED Then
        BetAnswer = CVErr(2042)
    Else
        whole = ProfitOf(mark, amount)
        If withStake Then whole = whole + amount
        BetAnswer = whole / PARTS
    End If
End Function

Private Function ChanceAnswer(ByVal occurrence As Long, ByVal decks As Long) As Variant
    ChanceAnswer = CVErr(2042)
    If occurrence <> NOT_NAMED Then ChanceAnswer = ShareOf(ChancesOf(occurrence), decks)
End Function

Private Function EdgeAnswer(ByVal bet As Long, ByVal terms As Long, ByVal decks As Long) As Variant
    EdgeAnswer = CVErr(2042)
    If bet <> NOT_NAMED Then EdgeAnswer = ShareOf(EdgesOf(RuleOf(bet, terms)), decks)
End Function

Private Function ShareOf(ByVal shares As Variant, ByVal decks As Long) As Variant
    ShareOf = CVErr(2042)
    If IsArray(shares) Then ShareOf = shares(LBound(shares) + decks - 1)
End Function

