Attribute VB_Name = "baccarat_xl_alone"
' Baccarat's drawing rules, payments and exact chances as functions for Excel on Windows and Mac and for
' LibreOffice, without Python.
' @GENERATED@ Change nothing here; make it again.
' Import this module, or baccarat_xl.bas (which calls Python through xlwings): one of the two, never both.
' Run RegisterBaccaratFunctions once in Excel for the help in the function wizard.
' A range in gives rows of answers out. Errors are real cell errors: #VALUE! for an input of the wrong kind,
' #NUM! for a number out of range, #N/A for what the inputs do not settle. An error among the inputs comes out.
Option Explicit
' LibreOffice passes over lines that begin with # and reads what is between; Excel leaves it out.
#If LibreOffice Then
Option VBASupport 1
#End If

' How cells are held while a function works: a card is 0-9, a total is 0-9, and beside that
Private Const NO_CARD As Long = 10 ' a card: none there
Private Const UNSEEN As Long = 11 ' a card: drawn and not seen
Private Const UNREADABLE As Long = 12 ' a card that CHECK_ROUND reports
Private Const NOT_KNOWN As Long = 10 ' a total
Private Const HAS_DRAWN As Long = 1 ' a decision
Private Const HAS_STOOD As Long = 0
Private Const DECISION_NOT_KNOWN As Long = 2
Private Const NOT_RECORDED As Long = 0 ' an outcome; 1 to 3 are Player, Banker, Tie
Private Const OUTCOME_UNREADABLE As Long = 4
Private Const PAIR_NOT_KNOWN As Long = 4 ' of a hand's first two cards
Private Const NOT_NAMED As Long = 99 ' a bet or an event, and an amount: none there
Private Const WRONG_KIND As Long = -2015 ' an input that gives #VALUE!
Private Const OUT_OF_RANGE As Long = -2036 ' an input that gives #NUM!
' A decision by the rules: D draws (or is a natural), s stands (or is none), ? depends on what is not known,
' ! the inputs cannot stand together.
