import type { SimulatedRoute } from '../shared/simulator.ts'

export interface FoundRoute {
  readonly route: SimulatedRoute
  readonly params: Readonly<Record<string, string>>
}

export type RouteFinder = (method: string, host: string, path: string) => FoundRoute | null

/** Whole paths are looked up; those with slots are tried in their order. */
export function createRouteFinder(routes: readonly SimulatedRoute[]): RouteFinder {
  const hasSlot = (route: SimulatedRoute) => route.path.includes('/:')
  const plain = new Map(
    routes.filter((route) => !hasSlot(route)).map((route) => [`${route.method} ${route.host} ${route.path}`, route]),
  )
  const slotted = routes.filter(hasSlot).map((route) => ({ route, matches: matcher(route.path) }))
  return (method, host, path) => {
    const route = plain.get(`${method} ${host} ${path}`)
    if (route) return { route, params: {} }
    for (const { route, matches } of slotted) {
      if (route.method !== method || route.host !== host) continue
      const params = matches(path)
      if (params) return { route, params }
    }
    return null
  }
}

/** Slots take one segment, with its escapes undone. */
function matcher(pattern: string): (path: string) => Record<string, string> | null {
  const segments = pattern.split('/')
  return (path) => {
    const given = path.split('/')
    if (given.length !== segments.length) return null
    const params: Record<string, string> = {}
    for (const [index, segment] of segments.entries()) {
      const value = given[index] ?? ''
      if (!segment.startsWith(':')) {
        if (segment !== value) return null
        continue
      }
      const text = unescaped(value)
      if (text === null || text === '') return null
      params[segment.slice(1)] = text
    }
    return params
  }
}

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
