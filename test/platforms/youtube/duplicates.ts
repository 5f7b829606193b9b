import { accepted } from '../../harness/all-simulated.ts'
import { type Duplicates, mp4, text } from '../shared/duplicates.ts'
import { signIn } from './sign-in.ts'

export const duplicates: Duplicates = {
  'a video': async (all) => {
    const token = await all.signIn(signIn, 'twins')
    const query = { uploadType: 'resumable', part: 'snippet,status' }
    const headers = { 'x-upload-content-length': String(mp4.length), 'x-upload-content-type': 'video/mp4' }
    const json = { snippet: { title: 'A film', description: text }, status: { privacyStatus: 'public' } }
    return async () => {
      const begun = await all.call('POST', 'youtube/api/upload/youtube/v3/videos', { token, query, headers, json })
      accepted(begun)
      const place = begun.headers.get('location') ?? ''
      const range = { 'content-range': `bytes 0-${mp4.length - 1}/${mp4.length}` }
      accepted(await all.call('PUT', place, { token, headers: range, bytes: mp4 }))
    }
  },
}
