import type { TestedPlatform } from '../shared/tested.ts'
import { crash } from './crash.ts'
import { duplicates } from './duplicates.ts'
import { faults, scenarios } from './faults.ts'
import { forAll, rules } from './rules.ts'
import { signIn } from './sign-in.ts'

export const tiktok: TestedPlatform = {
  rules,
  faults,
  scenarios,
  crash,
  needs: { media: 'video', options: forAll },
  signIn,
  duplicates,
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
  creates: /\/video\/$/,
}
