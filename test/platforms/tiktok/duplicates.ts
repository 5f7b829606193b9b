import { minute } from '../../../src/domain/time.ts'
import { accepted } from '../../harness/all-simulated.ts'
import { type Duplicates, text, videoUrl } from '../shared/duplicates.ts'
import { signIn } from './sign-in.ts'

export const duplicates: Duplicates = {
  'a video': async (all) => {
    const token = await all.signIn(signIn, 'twins')
    const post_info = { privacy_level: 'PUBLIC_TO_EVERYONE', title: text }
    const source_info = { source: 'PULL_FROM_URL', video_url: videoUrl }
    return async () => {
      all.pass(minute)
      const json = { post_info, source_info }
      accepted(await all.call('POST', 'tiktok/api/v2/post/publish/video/init/', { token, json }))
    }
  },
}
