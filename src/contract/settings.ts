import { z } from 'zod'
import { tiers } from '../domain/plans.ts'
import { envelope, optionalProfileId, profileId, time, warning } from './common.ts'
import type { Operation } from './operation.ts'

const text = z.string().max(10_000)

const websiteUrl = text
  .refine(
    (value) => value === '' || isHttpUrl(value),
    'Must be an http or https URL such as https://acme.example, or empty.',
  )
  .meta({ description: 'An http or https URL, or an empty string.' })

/** Stricter than the URL parser, which repairs `http:acme.example` and spaces. */
const isHttpUrl = (value: string): boolean => /^https?:\/\/\S+$/i.test(value) && URL.canParse(value)

/** The fields of a profile's brand and business context. */
export const brandFields = {
  brand_profile: text,
  business_name: text,
  business_description: text,
  website_url: websiteUrl,
  services: text,
  features: text,
  contact_info: text,
  pricing: text,
  faq: text,
}

const brandText = z.string().meta({ description: 'An empty string if it is not set.' })

const proposal = z.string().meta({ description: 'An empty string if the website does not say it.' })

const brandProposals = z
  .strictObject({
    profile_id: profileId,
    website_url: z.string().meta({ description: 'The website that was read.' }),
    proposals: z.strictObject({
      brand_profile: proposal,
      business_name: proposal,
      business_description: proposal,
      services: proposal,
      features: proposal,
      contact_info: proposal,
      pricing: proposal,
      faq: proposal,
    }),
  })
  .meta({ id: 'BrandProposals' })

const profileSettings = z
  .strictObject({
    profile_id: profileId,
    auto_reply_enabled: z.boolean(),
    auto_reply_mode: z.enum(['automatic', 'review']),
    capabilities: z.strictObject({
      can_schedule: z.boolean(),
      can_analytics: z.boolean(),
      can_auto_reply: z.boolean(),
      tier: z.enum(tiers),
      max_accounts_per_platform: z.int(),
    }),
    auto_reply_profile: z.strictObject({ ready: z.boolean(), missing_fields: z.array(z.string()) }),
    warnings: z.array(warning),
    brand_profile: brandText,
    business_name: brandText,
    business_description: brandText,
    website_url: brandText,
    services: brandText,
    features: brandText,
    contact_info: brandText,
    pricing: brandText,
    faq: brandText,
    business_profile_prefill_at: time.nullable(),
    business_profile_prefill_next_allowed_at: time.nullable(),
    business_profile_prefill_retry_after_seconds: z.int().nullable(),
  })
  .meta({ id: 'ProfileSettings' })

export type ProfileSettings = z.input<typeof profileSettings>

const exampleSettings = {
  status: 'ok',
  data: {
    profile_id: 'k3TfQ9sXb2Lm',
    auto_reply_enabled: true,
    auto_reply_mode: 'automatic',
    capabilities: {
      can_schedule: true,
      can_analytics: true,
      can_auto_reply: true,
      tier: 'business',
      max_accounts_per_platform: 50,
    },
    auto_reply_profile: { ready: false, missing_fields: ['business_description'] },
    warnings: [
      {
        scope: 'profile',
        platform: null,
        code: 'auto_reply_unavailable',
        severity: 'warning',
        message: 'Auto-replies are on but have no effect: fill in business_description.',
        details: { reason: 'context', missing_fields: ['business_description'] },
        retry_at: null,
        expires_at: null,
        updated_at: '2026-11-02T09:00:00.000Z',
      },
    ],
    brand_profile: 'Friendly, brief, never sarcastic.',
    business_name: 'Acme',
    business_description: '',
    website_url: 'https://acme.example',
    services: '',
    features: '',
    contact_info: 'hello@acme.example',
    pricing: '',
    faq: '',
    business_profile_prefill_at: null,
    business_profile_prefill_next_allowed_at: null,
    business_profile_prefill_retry_after_seconds: null,
  },
}

export const settingsOperations = {
  getSettings: {
    method: 'GET',
    path: '/settings',
    tag: 'settings',
    summary: 'Read a profile’s settings',
    returns: 'The settings of the profile.',
    description:
      'The brand context, the settings for automatic replies, and the warnings about the accounts of the profile.',
    scope: 'read',
    query: z.strictObject({ profile_id: optionalProfileId }),
    response: envelope(profileSettings),
    example: { response: exampleSettings },
  },
  updateSettings: {
    method: 'POST',
    path: '/settings',
    tag: 'settings',
    summary: 'Change a profile’s settings',
    returns: 'The settings as they are after the change.',
    description:
      'Fields that you leave out stay as they are. An empty string clears a field. `auto_reply_enabled` is stored as sent. If the plan or the brand context does not allow auto-replies, it has no effect, and a warning gives the reason.',
    scope: 'write',
    role: 'admin',
    publishes: 'at_once',
    body: z.strictObject({
      profile_id: optionalProfileId,
      auto_reply_enabled: z.boolean().optional(),
      auto_reply_mode: z
        .enum(['automatic', 'review'])
        .optional()
        .meta({ description: '`automatic`: replies are posted without approval. `review`: they wait for approval.' }),
      ...z.strictObject(brandFields).partial().shape,
    }),
    bodyOptional: true,
    response: envelope(profileSettings),
    example: {
      body: { business_name: 'Acme', brand_profile: 'Friendly, brief, never sarcastic.', auto_reply_enabled: true },
      response: exampleSettings,
    },
  },
  prefillSettings: {
    method: 'POST',
    path: '/settings/prefill',
    tag: 'settings',
    summary: 'Fill empty brand fields from the website',
    returns: 'The settings as they are after empty fields were filled.',
    description:
      'Reads the page at `website_url` and a few other pages of the same website. A language model then fills the empty fields with what it finds, at most once per hour and profile. Read the proposed texts before you use them. The response can take some minutes. It is 503 if the instance has no language model, or if the language model fails; the message says which.',
    scope: 'write',
    role: 'admin',
    body: z.strictObject({ profile_id: optionalProfileId }),
    bodyOptional: true,
    response: envelope(profileSettings),
    errors: ['unfetchable_url', 'forbidden_address', 'content_rejected', 'unavailable'],
    example: { body: {}, response: exampleSettings },
    addition: true,
  },
  proposeSettings: {
    method: 'POST',
    path: '/settings/proposals',
    tag: 'settings',
    summary: 'Propose brand fields from a website',
    returns: 'A proposal for each field. Nothing was stored.',
    description:
      'Reads a website like `POST /settings/prefill`, and proposes a text for each brand field, filled or not. Changes no field: review the proposals, and keep the ones you want with `POST /settings`. Shares the limit of once per hour and profile with `POST /settings/prefill`.',
    scope: 'write',
    role: 'admin',
    body: z.strictObject({
      profile_id: optionalProfileId,
      website_url: websiteUrl.optional().meta({ description: 'Without it, the `website_url` of the profile.' }),
    }),
    bodyOptional: true,
    response: envelope(brandProposals),
    errors: ['unfetchable_url', 'forbidden_address', 'content_rejected', 'unavailable'],
    example: {
      body: { website_url: 'https://acme.example' },
      response: {
        status: 'ok',
        data: {
          profile_id: 'k3TfQ9sXb2Lm',
          website_url: 'https://acme.example',
          proposals: {
            brand_profile: 'Loud and cheerful.',
            business_name: 'Acme',
            business_description: 'Makes anvils and rockets.',
            services: 'Delivery to the desert.',
            features: '',
            contact_info: 'hello@acme.example',
            pricing: '',
            faq: '',
          },
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
