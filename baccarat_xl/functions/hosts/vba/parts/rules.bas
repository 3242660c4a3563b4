Private Function Hand(ByVal one As Long, ByVal two As Long) As Long
    Hand = NOT_KNOWN
    If one < NO_CARD And two < NO_CARD Then Hand = (one + two) Mod 10
End Function

' A total with a third card (R2).
Private Function WithThird(ByVal total As Long, ByVal third As Long) As Long
    WithThird = total
    If third = UNSEEN Then WithThird = NOT_KNOWN
    If total <> NOT_KNOWN And third < NO_CARD Then WithThird = (total + third) Mod 10
End Function

' Banker's decision, the natural check first (R3, R5). While Player is due to draw, no card is not there yet.
Private Function BankerDecision(ByVal banker As Long, ByVal third As Long, ByVal player As Long) As String
    If player = NOT_KNOWN Then
        BankerDecision = BankerMark(banker, third)
    ElseIf PlayerMark(player, banker) <> "s" Then
        BankerDecision = BankerMark(banker, IIf(third = NO_CARD, UNSEEN, third))
    ElseIf third <> NO_CARD Then
        BankerDecision = "!"
    ElseIf NaturalMark(player, NOT_KNOWN) = "D" Then
        BankerDecision = "s"
    Else
        BankerDecision = BankerMark(banker, NO_CARD)
    End If
End Function

Private Function Decided(ByVal mark As String) As Variant
    Select Case mark
        Case "D": Decided = True
        Case "s": Decided = False
        Case "?": Decided = CVErr(2042)
        Case Else: Decided = CVErr(2015)
    End Select
End Function

Private Function Known(ByVal total As Long) As Variant
    Known = IIf(total = NOT_KNOWN, CVErr(2042), total)
End Function

Private Function CardAnswer(ByVal card As Long) As Variant
    CardAnswer = card
    If card = NO_CARD Then CardAnswer = ""
    If card = UNSEEN Then CardAnswer = CVErr(2042)
End Function

' A third card's value from both totals (R7.2).
Private Function ThirdAnswer(ByVal initial As Long, ByVal final As Long) As Variant
    If NaturalMark(initial, NOT_KNOWN) = "D" Then
        ThirdAnswer = CVErr(2015)
    ElseIf initial = NOT_KNOWN Or final = NOT_KNOWN Then
        ThirdAnswer = CVErr(2042)
    Else
        ThirdAnswer = (final - initial + 10) Mod 10
    End If
End Function

' The outcome by final totals (R6), empty when one is not known.
Private Function WinnerName(ByVal player As Long, ByVal banker As Long) As String
    If player = NOT_KNOWN Or banker = NOT_KNOWN Then Exit Function
    WinnerName = IIf(player = banker, NAME_TIE, IIf(player > banker, NAME_PLAYER, NAME_BANKER))
End Function

Private Function WinnerAnswer(ByVal player As Long, ByVal banker As Long) As Variant
    WinnerAnswer = WinnerName(player, banker)
    If WinnerAnswer = "" Then WinnerAnswer = CVErr(2042)
End Function

' What happens next in a round (R3-R5).
Private Function NextAnswer(ByVal player As Long, ByVal banker As Long, ByVal third As Long, ByVal bankerThird As Long) As Variant
    Dim mark As String
    mark = BankerDecision(banker, third, player)
    NextAnswer = CVErr(2042)
    If mark = "!" Then
        NextAnswer = CVErr(2015)
    ElseIf PlayerMark(player, banker) = "D" And third = NO_CARD Then
        NextAnswer = IIf(bankerThird = NO_CARD, STEP_PLAYER, CVErr(2015))
    ElseIf mark = "s" And bankerThird <> NO_CARD Then
        NextAnswer = CVErr(2015)
    ElseIf NaturalMark(player, banker) <> "?" Then
        If mark = "s" Or bankerThird <> NO_CARD Then
            NextAnswer = STEP_OVER
        ElseIf mark = "D" Then
            NextAnswer = STEP_BANKER
        End If
    End If
End Function

' The outcome of a whole round: of one that is over.
Private Function RoundAnswer(ByRef codes() As Long) As Variant
    Dim player As Long, banker As Long
    player = Hand(codes(1), codes(2))
    banker = Hand(codes(4), codes(5))
    RoundAnswer = NextAnswer(player, banker, codes(3), codes(6))
    If IsError(RoundAnswer) Then Exit Function
    If RoundAnswer = STEP_OVER Then
        RoundAnswer = WinnerAnswer(WithThird(player, codes(3)), WithThird(banker, codes(6)))
    Else
        RoundAnswer = CVErr(2042)
    End If
End Function

' The draw in one sentence, or the clause that decided it (R8).
Private Function Explained(ByVal player As Long, ByVal banker As Long, ByVal third As Long, ByVal clauseOnly As Boolean) As Variant
    Dim mark As String, seen As Long
    mark = BankerDecision(banker, third, player)
    seen = third
    If PlayerMark(player, banker) = "D" And third = NO_CARD Then seen = UNSEEN
    If mark = "!" Then
        Explained = CVErr(2015)
    ElseIf third = NO_CARD And NaturalMark(player, banker) = "D" Then
        Explained = IIf(clauseOnly, CLAUSE_NATURAL, NaturalSentence(player, banker))
    ElseIf player = NOT_KNOWN Or banker = NOT_KNOWN Then
        Explained = CVErr(2042)
    ElseIf clauseOnly Then
        Explained = IIf(seen = NO_CARD, CLAUSE_STOOD, IIf(seen = UNSEEN, CLAUSE_UNSEEN, CLAUSE_SEEN))
    Else
        Explained = Filled(IIf(PlayerMark(player, banker) = "D", PLAYER_DRAWS_ON, PLAYER_STANDS_ON), player, 0) & "; " & _
            Filled(BankerWords(mark, seen, third = NO_CARD), banker, third) & "."
    End If
End Function

Private Function NaturalSentence(ByVal player As Long, ByVal banker As Long) As String
    If NaturalMark(NOT_KNOWN, banker) <> "D" Then
        NaturalSentence = Filled(NATURAL_PLAYER, player, 0)
    ElseIf NaturalMark(player, NOT_KNOWN) <> "D" Then
        NaturalSentence = Filled(NATURAL_BANKER, banker, 0)
    Else
        NaturalSentence = Filled(NATURAL_BOTH, player, banker)
    End If
End Function

Private Function BankerWords(ByVal mark As String, ByVal seen As Long, ByVal toCome As Boolean) As String
    If seen = NO_CARD Then
        BankerWords = IIf(mark = "D", BANKER_DRAWS_STOOD, BANKER_STANDS_STOOD)
    ElseIf seen <> UNSEEN Then
        BankerWords = IIf(mark = "D", BANKER_DRAWS_AGAINST, BANKER_STANDS_AGAINST)
    ElseIf mark = "?" Then
        BankerWords = IIf(toCome, BANKER_WAITS, BANKER_GOES_BY)
    Else
        BankerWords = IIf(mark = "D", BANKER_DRAWS_ANYWAY, BANKER_STANDS_ANYWAY)
    End If
End Function

Private Function Filled(ByVal text As String, ByVal total As Long, ByVal third As Long) As String
    Filled = Replace(Replace(text, "{total}", CStr(total)), "{third}", CStr(third))
End Function

' Everything that is wrong with a recorded round, or OK (R2-R6).
Private Function CheckAnswer(ByRef codes() As Long) As Variant
    Dim player As Long, banker As Long, third As Long, last As Long, judged As Long, i As Long
    Dim stage As String, mark As String, faults As String
    Dim surplus As Boolean, playerShort As Boolean, bankerWrong As Boolean, extra As Boolean
    player = Hand(codes(1), codes(2))
    banker = Hand(codes(4), codes(5))
    third = IIf(codes(3) = UNREADABLE, UNSEEN, codes(3))
    last = IIf(codes(6) = UNREADABLE, UNSEEN, codes(6))
    If IsBlankRound(codes) Then
        CheckAnswer = ""
        Exit Function
    End If
    stage = StageOf(player, banker)
    surplus = (third <> NO_CARD And (stage = "natural" Or stage = "stands"))
    playerShort = (third = NO_CARD And stage = "draws")
    judged = JudgedBy(stage, banker, third, last)
    mark = "?"
    If judged >= 0 Then mark = BankerMark(banker, judged)
    bankerWrong = (mark <> "?" And (mark = "D") <> (last <> NO_CARD))
    extra = (last <> NO_CARD And (stage = "natural" Or bankerWrong))
    For i = 1 To 6
        If codes(i) = UNREADABLE Then faults = faults & "; " & UnreadableText(i)
        If i = 3 And surplus Then faults = faults & "; " & IIf(stage = "natural", FAULT_AFTER_NATURAL, Filled(FAULT_PLAYER_EXTRA, player, 0))
        If i = 3 And playerShort Then faults = faults & "; " & Filled(FAULT_PLAYER_MISSING, player, 0)
    Next i
    If extra And stage = "natural" And Not surplus Then faults = faults & "; " & FAULT_AFTER_NATURAL
    If bankerWrong Then faults = faults & "; " & Filled(BankerFault(judged, last = NO_CARD), banker, judged)
    If codes(7) = OUTCOME_UNREADABLE Then faults = faults & "; " & FAULT_OUTCOME_UNREADABLE
    faults = faults & OutcomeFault(codes(7), player, banker, third, last, surplus, extra, playerShort Or (bankerWrong And last = NO_CARD))
    If faults <> "" Then
        CheckAnswer = Mid$(faults, 3)
    ElseIf player = NOT_KNOWN Or banker = NOT_KNOWN Or (judged >= 0 And mark = "?") Then
        CheckAnswer = CVErr(2042)
    ElseIf OutcomeName(codes(7)) <> "" And (WithThird(player, third) = NOT_KNOWN Or WithThird(banker, last) = NOT_KNOWN) Then
        CheckAnswer = CVErr(2042)
    Else
        CheckAnswer = WORD_OK
    End If
End Function

Private Function IsBlankRound(ByRef codes() As Long) As Boolean
    Dim i As Long
    IsBlankRound = (codes(7) = NOT_RECORDED)
    For i = 1 To 6
        If codes(i) <> NO_CARD Then IsBlankRound = False
    Next i
End Function

' How far the draw came: natural, stands, draws (Player), or part where a total is not known.
Private Function StageOf(ByVal player As Long, ByVal banker As Long) As String
    If NaturalMark(player, banker) = "D" Then
        StageOf = "natural"
    ElseIf player = NOT_KNOWN Or banker = NOT_KNOWN Then
        StageOf = "part"
    Else
        StageOf = IIf(PlayerMark(player, banker) = "D", "draws", "stands")
    End If
End Function

' The third card that Banker's recorded draw is judged by; -1 where it is not judged.
Private Function JudgedBy(ByVal stage As String, ByVal banker As Long, ByVal third As Long, ByVal last As Long) As Long
    Dim drewAsTold As Boolean
    JudgedBy = -1
    Select Case stage
        Case "part"
            If banker <> NOT_KNOWN And third < NO_CARD Then JudgedBy = third
        Case "draws"
            If third <> NO_CARD Then
                JudgedBy = third
            ElseIf BankerMark(banker, UNSEEN) = "s" Then
                JudgedBy = UNSEEN
            End If
        Case "stands"
            JudgedBy = NO_CARD
            If third <> NO_CARD Then
                ' Banker may have gone by the card that should not be there: no fault of Banker's.
                drewAsTold = ((BankerMark(banker, third) = "D") = (last <> NO_CARD))
                If BankerMark(banker, third) = "?" Or drewAsTold Then JudgedBy = -1
            End If
    End Select
End Function

Private Function BankerFault(ByVal judged As Long, ByVal missing As Boolean) As String
    If judged = NO_CARD Then
        BankerFault = IIf(missing, FAULT_BANKER_MISSING_STOOD, FAULT_BANKER_EXTRA_STOOD)
    ElseIf judged = UNSEEN Then
        BankerFault = IIf(missing, FAULT_BANKER_MISSING_ANY, FAULT_BANKER_EXTRA_ANY)
    Else
        BankerFault = IIf(missing, FAULT_BANKER_MISSING, FAULT_BANKER_EXTRA)
    End If
End Function

Private Function OutcomeName(ByVal outcome As Long) As String
    Select Case outcome
        Case 1: OutcomeName = NAME_PLAYER
        Case 2: OutcomeName = NAME_BANKER
        Case 3: OutcomeName = NAME_TIE
    End Select
End Function

' An outcome is wrong when it follows neither from the cards as recorded nor from those that the rules leave.
Private Function OutcomeFault(ByVal outcome As Long, ByVal player As Long, ByVal banker As Long, _
        ByVal third As Long, ByVal last As Long, ByVal surplus As Boolean, ByVal extra As Boolean, _
        ByVal excused As Boolean) As String
    Dim playerEnd As Long, bankerEnd As Long, playerRule As Long, bankerRule As Long, said As String
    said = OutcomeName(outcome)
    playerEnd = WithThird(player, third)
    bankerEnd = WithThird(banker, last)
    playerRule = IIf(surplus And player <> NOT_KNOWN, player, playerEnd)
    bankerRule = IIf(extra And banker <> NOT_KNOWN, banker, bankerEnd)
    If said = "" Or excused Or playerRule = NOT_KNOWN Or bankerRule = NOT_KNOWN Then Exit Function
    If said = WinnerName(playerEnd, bankerEnd) Or said = WinnerName(playerRule, bankerEnd) Then Exit Function
    If said = WinnerName(playerEnd, bankerRule) Or said = WinnerName(playerRule, bankerRule) Then Exit Function
    OutcomeFault = "; " & Replace(FAULT_OUTCOME, "{outcome}", WinnerName(playerRule, bankerRule))
End Function

' What Player's third card can have been (R7.2).
Private Function PossibleAnswer(ByVal banker As Long, ByVal drew As Long, ByVal player As Long, ByVal final As Long) As Variant
    Dim total As Long, value As Long, found As String
    total = player
    If player = NOT_KNOWN Then total = final
    If final = NOT_KNOWN Or player = NOT_KNOWN Or player = final Then
        If CanHaveStood(banker, drew, total) Then found = ", " & WORD_NO_CARD
    End If
    For value = 0 To 9
        If CanHaveDrawn(banker, drew, player, final, value) Then found = found & ", " & value
    Next value
    PossibleAnswer = Mid$(found, 3)
    If found = "" Then PossibleAnswer = CVErr(2015)
End Function

Private Function CanHaveStood(ByVal banker As Long, ByVal drew As Long, ByVal player As Long) As Boolean
    CanHaveStood = (Mid$(STOOD_MARKS, (banker * 3 + drew) * 11 + player + 1, 1) = "y")
End Function

Private Function CanHaveDrawn(ByVal banker As Long, ByVal drew As Long, ByVal player As Long, ByVal final As Long, ByVal value As Long) As Boolean
    Dim before As Long
    before = player
    If player = NOT_KNOWN Then before = IIf(final = NOT_KNOWN, 0, (final - value + 10) Mod 10)
    If PlayerMark(before, 0) <> "D" Then Exit Function
    If final <> NOT_KNOWN And (final - value + 10) Mod 10 <> before Then Exit Function
    CanHaveDrawn = True
    If banker = NOT_KNOWN Then Exit Function
    CanHaveDrawn = (PlayerMark(0, banker) = "D")
    If CanHaveDrawn And drew <> DECISION_NOT_KNOWN Then CanHaveDrawn = (BankerMark(banker, value) = IIf(drew = HAS_DRAWN, "D", "s"))
End Function

