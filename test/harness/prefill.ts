import type { DatabaseKind } from '../../src/store/engine/database.ts'
import type { Reply } from './client.ts'
import { type Instance, startInstance, type User } from './instance.ts'
import { type Provider, type SimulatedModel, startModel } from './servers/language-model.ts'
import { acmePage, startWebsite, type Website } from './servers/website.ts'

/** The proposals of a model for a website. */
export const proposed = {
  brand_profile: 'Loud and cheerful.',
  business_name: 'Acme',
  business_description: 'Makes anvils and rockets.',
  services: 'Delivery to the desert.',
  features: 'Heavy.',
  contact_info: 'hello@acme.example',
  pricing: '10 € an anvil.',
  faq: 'Do they fly? The rockets do.',
}

export interface PrefillStage {
  readonly instance: Instance
  readonly model: SimulatedModel
  readonly website: Website
  /** A user whose default profile contains the URL of the website. */
  readonly newOwner: (settings?: object) => Promise<User>
  readonly stop: () => Promise<void>
}

/** An instance with a language model, and a website that it may call. */
export async function startPrefilling(
  kind: DatabaseKind,
  provider: Provider = 'openai-compatible',
  env: Readonly<Record<string, string>> = {},
): Promise<PrefillStage> {
  const [model, website] = [await startModel(provider), await startWebsite()]
  website.show({ '/': acmePage() })
  const instance = await startInstance(kind, {
    env: { ...model.env, POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', ...env },
    roles: { api: true, worker: false },
  })
  return {
    instance,
    model,
    website,
    newOwner: async (settings = {}) => {
      const user = await instance.newUser()
      await user.ask('POST', '/settings', { body: { website_url: website.origin, ...settings } })
      return user
    },
    stop: async () => {
      await instance.stop()
      await model.stop()
      await website.stop()
    },
  }
}

export const prefill = (user: User, body: object = {}): Promise<Reply> =>
  user.ask('POST', '/settings/prefill', { body })

export const propose = (user: User, body: object = {}): Promise<Reply> =>
  user.ask('POST', '/settings/proposals', { body })

// biome-ignore lint/suspicious/noExplicitAny: the settings; the client has checked their shape.
export const settingsOf = async (user: User): Promise<any> => (await user.ask('GET', '/settings')).body.data
