/** The clients that can send a post. */
export const clients = ['api', 'dashboard', 'cli', 'mcp'] as const

export type Client = (typeof clients)[number]

/** A missing or unknown name means the API. */
export const clientOf = (name: unknown): Client => clients.find((client) => client === name) ?? 'api'
