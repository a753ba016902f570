// Applies the color scheme that the reader chose before the first paint. A classic script, because modules run later.
try {
  const scheme = localStorage.getItem('scheme');
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme;
} catch {
  // Without storage, the scheme of the system applies.
}

// A list with a query in its URL hides the rows of the built page until the results arrive.
if (location.search !== '') document.documentElement.dataset.query = '';
