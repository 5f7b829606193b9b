import type { Link } from './read-page.ts'

/** Important topics of a business, and the words in the links to them, in several languages. */
const topics: readonly (readonly string[])[] = [
  [
    'about',
    'company',
    'who we are',
    'who-we-are',
    'über uns',
    'ueber-uns',
    'qui sommes',
    'propos',
    'chi siamo',
    'chi-siamo',
    'sobre',
    'somos',
    'o nas',
    'o-nas',
  ],
  [
    'service',
    'product',
    'feature',
    'solution',
    'what we do',
    'leistungen',
    'produkte',
    'prestation',
    'servicio',
    'servizi',
    'usługi',
    'oferta',
  ],
  ['pricing', 'price', 'plans', 'preise', 'tarif', 'precio', 'prezzi', 'cennik'],
  ['faq', 'question', 'help', 'support', 'fragen', 'aide', 'ayuda', 'pomoc'],
  ['contact', 'kontakt', 'contatti', 'impressum', 'imprint'],
]

/** Pages of the same site, at most one per topic; a fragment of a page counts as that page. */
export function likelyPages(links: readonly Link[], front: URL): URL[] {
  const known = new Set([pageOf(front)])
  const found: URL[] = []
  const candidates = links.flatMap((link) => {
    const url = URL.parse(link.href, front.href)
    return url && url.host === front.host && /^https?:$/.test(url.protocol)
      ? [{ url, words: `${readable(url.pathname)} ${link.text}`.toLowerCase() }]
      : []
  })
  for (const topic of topics) {
    const page = candidates.find(
      ({ url, words }) => !known.has(pageOf(url)) && topic.some((word) => words.includes(word)),
    )
    if (!page) continue
    known.add(pageOf(page.url))
    found.push(page.url)
  }
  return found
}

const pageOf = ({ pathname, search }: URL): string => pathname.replace(/\/$/, '') + search

function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
