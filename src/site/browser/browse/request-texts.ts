/** The request as text to copy, by language. */
export function formatRequests(address: string): Readonly<Record<'curl' | 'javascript' | 'python', string>> {
  return {
    curl: `curl '${address}'`,
    javascript: `const response = await fetch('${address}');\nconst { data } = await response.json();\nconsole.log(data.total, data.listings);`,
    python: `import json\nfrom urllib.request import urlopen\n\nwith urlopen('${address}') as response:\n    data = json.load(response)['data']\nprint(data['total'], [listing['id'] for listing in data['listings']])`,
  };
}
