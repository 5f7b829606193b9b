import { z } from 'zod'
import type { World } from '../../shared/simulator.ts'

export const stored = z.object({ cid: z.string(), value: z.record(z.string(), z.json()) })

/** A record of a repository. */
export type RepoRecord = z.output<typeof stored>

export const records = (did: string, collection: string, world: World) =>
  world.documents(`records ${did} ${collection}`)

export function storedRecord(did: string, collection: string, rkey: string, world: World): RepoRecord | undefined {
  const document = records(did, collection, world).get(rkey)
  return document === undefined ? undefined : stored.parse(document)
}

export const keepRecord = (did: string, collection: string, rkey: string, record: RepoRecord, world: World): void =>
  records(did, collection, world).put(rkey, record)

export const uriOf = (did: string, collection: string, rkey: string): string => `at://${did}/${collection}/${rkey}`
