const longest = 6_000 // characters

/** A path of this instance; null if the text leads elsewhere, as “//acme.example” and “/\acme.example” do in browsers. */
export function ownPath(text: unknown, publicUrl: string): string | null {
  if (typeof text !== 'string' || text.length > longest || !text.startsWith('/')) return null
  const base = new URL(publicUrl)
  const url = URL.parse(text, base.origin)
  return url?.origin === base.origin ? url.pathname + url.search : null
}
