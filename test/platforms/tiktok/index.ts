import type { TestedPlatform } from '../shared/tested.ts'
import { content, derived } from './content.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { forAll, rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const tiktok: TestedPlatform = {
  rules,
  content,
  derived,
  faults,
  scenarios,
  crash,
  needs: { media: 'video', options: forAll },
  signIn,
  duplicates,
  apps: ['TIKTOK'],
  kinds: {
    standard: { type: 'public' },
    private: { type: 'private', post: 'content_rejected' },
    banned: { post: 'platform_rejected' },
    capped: { waits: true },
    unaudited: { post: 'permission_missing' },
    unverified: {},
    moderated: {},
    restrained: {},
    brief: { post: 'media_rejected' },
    lengthy: {},
    without_permissions: { missing: ['video.list'] },
  },
  smallest: { '': '' },
  // The simulated logins may not read private videos.
  afterLoss: 'person',
  refusedSignIns: [
    [['invalid_scope'], null, /Display API/],
    [['unauthorized_client'], null, /target users/],
    [['invalid_scope'], null, /with the setting TIKTOK_SCOPES/],
  ],
  creates: /\/video\/$/,
}
