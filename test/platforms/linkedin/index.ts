import { commentFails } from '../shared/kinds.ts'
import type { TestedPlatform } from '../shared/tested.ts'
import { content, covers } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const linkedin: TestedPlatform = {
  rules,
  content,
  covers,
  faults,
  scenarios,
  crash,
  signIn,
  duplicates,
  apps: ['LINKEDIN'],
  kinds: {
    standard: { type: 'person' },
    page: { type: 'page' },
    two_pages: { type: 'page' },
    no_pages: { type: 'person' },
    unreadable: { type: 'page' },
    analyst: { type: 'person' },
    content_admin: { type: 'page' },
    no_comments: { ...commentFails, type: 'page', missing: ['w_organization_social_feed'] },
    no_reading: { type: 'page', missing: ['r_organization_social_feed'] },
    no_metrics: { type: 'person', missing: ['rw_organization_admin'] },
    without_permissions: { ...commentFails, type: 'page' },
    partner: { type: 'person' },
  },
  smallest: { '': '', 'by page ': 'metrics audience' },
  // The simulated logins may not read the posts of a person.
  afterLoss: 'person',
  refusedSignIns: [[[], 'The redirect_uri does not match the registered value', /Authorized redirect URLs/]],
  creates: /\/rest\/posts$/,
}
