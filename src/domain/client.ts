/** By what a post was sent. */
export const clients = ['api', 'dashboard', 'cli', 'mcp'] as const

export type Client = (typeof clients)[number]

/** Whoever does not say, or says something else, came by the API. */
export const clientOf = (name: unknown): Client => clients.find((client) => client === name) ?? 'api'
