/** Names of fields that contain secrets. Page tokens are no secrets. */
const secretName = /(token|jwt|password|secret|verifier|assertion|authorization|cookie|^code)$/i
const harmlessName = /^(next|previous|pagination|page)_?token$/i
const shown = '***'

const isSecret = (name: string): boolean => secretName.test(name) && !harmlessName.test(name)

export const maskHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isSecret(name) ? value.replace(/(^\w+ )?.*/s, `$1${shown}`) : value,
    ]),
  )

/** Of a form or a query; text without secrets stays as it is. */
export function maskForm(text: string): string {
  const values = new URLSearchParams(text)
  const names = [...values.keys()].filter(isSecret)
  for (const name of names) values.set(name, shown)
  return names.length === 0 ? text : values.toString()
}

/** Of a body, whatever it is. */
export function maskBody(text: string): string {
  if (/^\s*[{[]/.test(text)) {
    const json = /("([^"\\]+)"\s*:\s*)"(?:[^"\\]|\\.)*"/g
    return text.replace(json, (found, start: string, name: string) => (isSecret(name) ? `${start}"${shown}"` : found))
  }
  return maskForm(text)
}
