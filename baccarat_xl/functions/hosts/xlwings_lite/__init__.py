"""The functions through xlwings Lite: Python in Excel's task pane, on Windows, on a Mac and on the web."""
