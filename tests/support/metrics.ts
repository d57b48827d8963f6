/** The metrics of a server at its operators' address, as one scrape gives them; 0 for what it has not counted yet. */
export async function readMetrics(operatorUrl: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text();
  // A metric with labels has a line for each combination of them.
  return (name) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, 'gmu'))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
}
