import assert from 'node:assert/strict'
import type { Client } from '../../harness/client.ts'
import { upload } from '../../harness/posts.ts'
import { png } from '../../harness/small-media.ts'
import { largeFilm } from '../../media/fixtures.ts'
import { testedNames } from '../../platforms/index.ts'
import { unlimited } from '../../platforms/needs.ts'
import type { NeededMedia } from '../../platforms/shared/tested.ts'
import type { Platforms } from './platforms.ts'
import type { Service } from './service.ts'

/** A user with an account on each platform, and files on the media host. */
export interface Person {
  readonly ask: Client
  readonly profileId: string
  readonly media: Readonly<Record<NeededMedia, string>>
}

export type People = readonly [Person, ...Person[]]

/** One after the other, because concurrent connecting is not tested here. */
export async function gatherPeople(service: Service, platforms: Platforms, count: number): Promise<People> {
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) people.push(await newPerson(service, platforms, number))
  const [first, ...others] = people
  assert.ok(first)
  return [first, ...others]
}

async function newPerson({ owner, clientOf }: Service, platforms: Platforms, number: number): Promise<Person> {
  const email = `person-${number}@example.com`
  const user = (await owner('POST', '/admin/users', { body: { email, plan_id: 4 } })).body.data
  const scopes = ['read', 'write']
  const made = (await owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'crash', scopes } })).body.data
  const ask = clientOf(made.key)
  for (const name of testedNames) await platforms.connect(ask, name, unlimited(name, `person-${number}`))
  const image = (await upload({ ask }, png, 'image/png')).storageKey
  const video = (await upload({ ask }, largeFilm(), 'video/mp4')).storageKey
  return { ask, profileId: user.default_profile_id, media: { image, video } }
}
