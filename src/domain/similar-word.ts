/** The word that was probably meant: the nearest one, if few letters differ. */
export function similarWord(given: string, words: readonly string[]): string | undefined {
  const plain = letters(given)
  const most = Math.max(1, Math.floor(plain.length / 4))
  const near = words
    .map((word) => ({ word, apart: distance(plain, letters(word)) }))
    .filter(({ apart }) => apart <= most)
    .sort((a, b) => a.apart - b.apart)
  return near[0]?.word
}

/** `perPage` and `per_page` are the same word. */
const letters = (word: string): string =>
  word
    .slice(0, longest)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
const longest = 40

/** How many letters must be put in, taken out or replaced; two that are swapped count once. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
