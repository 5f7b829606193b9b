/** Screens of earlier versions that are below a profile now. */
const moved = [
  ...['calendar', 'posts', 'drafts', 'new', 'inbox', 'analytics', 'media'],
  ...['accounts', 'settings', 'import', 'start', 'notices'],
]

/** Screens that show several profiles, and things that say themselves which profile they belong to. */
const ofSeveral = /^(calendar|posts|drafts|inbox|analytics|media|needs-attention)(\/|$)/

/** What is known of the person’s profiles when an address is opened. */
export interface KnownProfiles {
  /** The ID of the profile in view last, or `all`. */
  readonly scope: string
  /** Where only one profile will do. */
  readonly one: string
  /** The ID of the default profile. */
  readonly usual: string
  /** There is more than one profile. */
  readonly hasSeveral: boolean
  /** No account is connected yet. */
  readonly isNew: boolean
  /** To which of all profiles the lists are narrowed in this browser, by ID. */
  readonly only: readonly string[]
}

/**
 * The address that is meant by one that names no profile, or the wrong kind; null: it is right. Mails, bookmarks and notices
 * carry old ones, so they lead on for good.
 */
export function addressFor(href: string, known: KnownProfiles): string | null {
  const { pathname, searchParams: search, hash } = new URL(href, 'https://here.example')
  const [first = '', ...below] = pathname.split('/').slice(1)
  const at = (profile: string, rest: readonly string[]) => {
    const path = ['', 'p', profile, ...rest].join('/')
    return `${path}${search.size > 0 ? `?${search}` : ''}${hash}`
  }
  if (first === '') return known.isNew ? at(known.one, ['start']) : at(known.scope, ['calendar'])
  if (moved.includes(first)) return fromOld(first)
  if (first !== 'p') return null
  const [profile = '', ...rest] = below
  if (profile === '') return at(known.scope, ['calendar'])
  if (rest.join('') === '') return at(profile, ['calendar'])
  if (profile !== 'all') return null
  if (!ofSeveral.test(rest.join('/'))) return at(known.one, rest)
  if (known.only.length === 0 || search.has('only')) return null
  search.set('only', known.only.join(','))
  return at(profile, rest)

  /** Without a profile in it, an old address meant the default one. */
  function fromOld(screen: string): string {
    const named = encodeURIComponent(search.get('profile') ?? known.usual)
    const isAll = search.get('of') === 'all'
    search.delete('profile')
    search.delete('of')
    if (screen === 'notices') return at(known.hasSeveral ? 'all' : known.usual, ['needs-attention', ...below])
    return at(isAll ? 'all' : named, [screen, ...below])
  }
}
