import { of, visible } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  account: (name) => `enterprise ${name}`,
  points: [
    ...of('gif', 'claimed', 'planned', 'upload.begun'),
    // Created at X and the ID lost; a segment sent and not recorded; all sent, and the response lost.
    ...of('gif', 'upload.sent', 'upload.saved', 'upload.sent#2', 'upload.saved#3', 'upload.sent#5', 'upload.answered'),
    ...of('gif', 'step.stored', 'wait.begun', 'wait.sent', 'wait.answered'),
    ...of('gif', 'prepare.begun', 'prepare.sent', 'prepare.answered'),
    ...of('gif', ...visible),
    // X accepts the same text with media twice, so only a person can know that it was not sent.
    { at: 'publish.commit.begun', post: 'gif', ends: 'in doubt' },
    ...of('text', 'commit.begun', 'commit.sent'),
    { at: 'publish.commit.begun', post: 'twin', ends: 'refused' },
    ...of('lost', 'doubt.asked'),
    ...of('limited', 'retry.stored', 'commit.sent#2'),
    { at: 'accounts.renewing', post: 'expired' },
    { at: 'accounts.stored', post: 'expired' },
  ],
}
