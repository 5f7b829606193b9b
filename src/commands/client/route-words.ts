import { operationCommands } from '../generated/operations.ts'

/** Commands that do more than the operation. */
const better: Readonly<Record<string, string>> = {
  'posts create': 'post',
  'connections connect': 'connect',
  'connections disconnect': 'disconnect',
  'media request-upload': 'media upload',
  'posts import': 'import',
}

/** Texts of the API name its routes. Whoever uses the command line types commands. */
export const inCommands = (text: string): string =>
  text.replace(
    /`?\b(GET|POST|PUT|PATCH|DELETE) (\/[\w{}/-]*[\w}])`?/g,
    (route, method: string, path: string) => commandOf(method, path) ?? route,
  )

function commandOf(method: string, path: string): string | null {
  const given = path.split('/')
  for (const { group, name, method: known, path: template } of operationCommands) {
    const parts = template.split('/')
    const isSlot = (at: number) => parts[at]?.startsWith('{') ?? false
    if (known !== method || parts.length !== given.length) continue
    if (!parts.every((part, at) => isSlot(at) || part === given[at])) continue
    const ids = given.filter((_, at) => isSlot(at)).map((one) => (one.startsWith('{') ? 'ID' : one))
    return `“${['polypost', better[`${group} ${name}`] ?? `${group} ${name}`, ...ids].join(' ')}”`
  }
  return null
}
