import { of } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  // Posts of people can't be read, so a lost one is sent again, and LinkedIn's refusal resolves the doubt; posts of
  // Pages can be read, and some of the other users are Pages.
  account: (name) => (/[13579]$/.test(name) ? `by page ${name}` : name),
  isUnthreaded: true,
  points: [
    // An image's upload URL lost; its bytes uploaded, and the response lost; its status can't be polled.
    ...of('image', 'upload.sent', 'upload.sent#2', 'upload.answered', 'wait.sent', 'wait.answered'),
    ...of('text', 'commit.begun', 'commit.sent', 'commit.answered'),
    ...of('image', 'commit.begun', 'commit.sent'),
    // A part sent and not recorded; all parts sent; the upload finished, and the response lost.
    ...of('video', 'upload.saved', 'upload.sent#2', 'upload.saved#2', 'upload.sent#3', 'commit.sent'),
    { at: 'publish.commit.begun', post: 'twin', ends: 'refused' },
    ...of('lost', 'doubt.asked'),
  ],
}
