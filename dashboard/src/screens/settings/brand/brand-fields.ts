import type { BrandProposals, ProfileSettings } from '@polypost/sdk'

/** The fields that a website can fill, in the order of the screen. */
export const textFields = [
  'business_name',
  'business_description',
  'brand_profile',
  'services',
  'features',
  'pricing',
  'contact_info',
  'faq',
] as const

export type TextField = (typeof textFields)[number]

export type BrandFields = Pick<ProfileSettings, TextField | 'website_url'>

/** Of the API, in characters. */
export const mostCharacters = 10_000

export const brandOf = (settings: ProfileSettings): BrandFields => ({
  website_url: settings.website_url,
  business_name: settings.business_name,
  business_description: settings.business_description,
  brand_profile: settings.brand_profile,
  services: settings.services,
  features: settings.features,
  pricing: settings.pricing,
  contact_info: settings.contact_info,
  faq: settings.faq,
})

/** An address as people type it: “acme.example”. */
export function addressOf(typed: string): string {
  const text = typed.trim()
  return text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`
}

/** The fields about which a website says something else than what is saved. */
export const offeredBy = ({ proposals }: BrandProposals, saved: BrandFields): TextField[] =>
  textFields.filter((field) => proposals[field] !== '' && proposals[field] !== saved[field])
