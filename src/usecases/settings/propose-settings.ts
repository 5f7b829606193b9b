import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { askWebsite, claimHour, settingsOf } from './ask-website.ts'
import { proposedFields } from './propose-fields.ts'

type Proposal = Output<Operations['proposeSettings']>['data']

const nothing: Proposal['proposals'] = {
  brand_profile: '',
  business_name: '',
  business_description: '',
  services: '',
  features: '',
  contact_info: '',
  pricing: '',
  faq: '',
}

export const proposeSettings: UseCase<'proposeSettings'> = async (call) => {
  const { database, caller, body } = call
  const profile = await ownProfile(database.read, caller, body.profile_id)
  const claimed = await database.transaction(async (tx) => {
    const stored = await settingsOf(tx, profile)
    const url = body.website_url ?? stored.brand.website_url ?? ''
    return claimHour(tx, call, stored, { url, fields: proposedFields })
  })
  const proposals = { ...nothing, ...(await askWebsite(call, profile, claimed)) }
  return call.answer.afterwards({ status: 'ok', data: { profile_id: profile.id, website_url: claimed.url, proposals } })
}
