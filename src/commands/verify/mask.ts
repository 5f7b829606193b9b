/** Fields whose values are secrets or give access. */
const secretFields = /token|secret|password|authorization|cookie|^headers$|^code$|^state$|verifier|signature|api_?key/i
/** The error codes of Polypost are words. */
const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z_]{1,40}$/.test(value)

/** Parameters that address a post; the values of all others can be secrets, such as signatures. */
const harmless = ['v', 'id', 'fbid', 'story_fbid', 'post_id', 'platform', 'profile_id', 'limit']

const hidden = '***'

/** A copy of the data in which secrets are masked. */
export function mask(data: unknown): unknown {
  if (typeof data === 'string') return maskText(data)
  if (Array.isArray(data)) return data.map(mask)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, isSecret(field, value) ? hidden : mask(value)]),
  )
}

const isSecret = (field: string, value: unknown): boolean =>
  secretFields.test(field) && value !== null && !(/^(code|state)$/i.test(field) && isWord(value))

/** Masks API keys, bearer tokens, and the parameters of URLs. */
export const maskText = (text: string): string =>
  text
    .replace(/pp_[A-Za-z0-9]{8,}/g, `pp_${hidden}`)
    .replace(/\b(Bearer|Basic|DPoP) +[\w.~+/=-]{8,}/gi, `$1 ${hidden}`)
    .replace(/(https?:\/\/)[^\s/@"'<>]+@/g, `$1${hidden}@`)
    .replace(/https?:\/\/[^\s"'<>)]+/g, maskUrl)
    .replace(/\b(access_token|refresh_token|client_secret|code|state|signature)=[^\s&"']+/gi, `$1=${hidden}`)

function maskUrl(text: string): string {
  const [address = '', fragment] = text.split('#')
  const [path, query] = address.split('?')
  const masked = query
    ?.split('&')
    .map((part) => {
      const [name = '', value] = part.split('=')
      return value === undefined || harmless.includes(name) ? part : `${name}=${hidden}`
    })
    .join('&')
  return `${path}${masked === undefined ? '' : `?${masked}`}${fragment === undefined ? '' : `#${hidden}`}`
}
