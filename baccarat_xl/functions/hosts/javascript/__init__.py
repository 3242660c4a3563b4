"""The JavaScript core that Office.js and Google Sheets share: the rules as data, and code that reads them."""
