import type { Actor } from '../domain/actor.ts'
import type { Caller } from './context.ts'

/** How a caller is shown to others. */
export const actorOf = ({ keyId, personId, name }: Caller): Actor =>
  personId === null ? { type: 'key', id: keyId, name } : { type: 'person', id: personId, name }
