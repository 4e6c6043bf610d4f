// ---- results.js: comparisons and studies, from the JSON that noslip has written

function showResults(node, results) {
  node.append(element('pre', {textContent: JSON.stringify(results, null, 1).slice(0, 100000)}));
  return {results};
}
