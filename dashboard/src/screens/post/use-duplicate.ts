import { canonicalName, type Post } from '@polypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { fromPost, toDraftBody } from '../composer/content.ts'

/** Makes a draft from a post and opens it, for all its platforms or for one. */
export function useDuplicate(post: Post, platform?: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => {
      const body = toDraftBody(fromPost(post))
      const platforms = platform === undefined ? body.platforms : [canonicalName(platform)]
      const profile = post.profile_id === null ? {} : { profile_id: post.profile_id }
      return polypost.drafts.save({ ...body, ...profile, platforms: platforms as typeof body.platforms }) // Of the post.
    },
    onSuccess: ({ id, profile_id }) => navigate({ to: '/p/$profile/drafts/$id', params: { profile: profile_id, id } }),
  })
}
