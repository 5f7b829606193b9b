import { of, visible } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  settings: { rateLimits: false },
  points: [
    ...of('image', 'claimed', 'planned', 'upload.begun', 'upload.sent', 'upload.answered', 'step.stored'),
    ...of('image', 'commit.begun', ...visible),
    ...of('video', 'prepare.begun', 'prepare.sent', 'prepare.answered'),
    ...of('video', 'upload.begun', 'upload.sent', 'upload.sent#3', 'upload.answered'),
    ...of('video', 'wait.begun', 'wait.sent', 'wait.answered', 'commit.begun', 'commit.sent'),
    ...of('lost', 'doubt.asked'),
    // The new tokens are lost with it, but an app password can sign in again. On X only a person can.
    { at: 'accounts.renewed', post: 'expired' },
  ],
}
