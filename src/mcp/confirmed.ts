import type { Caller } from '../usecases/context.ts'

/** The post of a confirmation. The default profile can change between validating and publishing, so it is named. */
export const confirmed = <P extends { readonly profile_id?: string | undefined }>(
  post: P,
  { defaultProfileId }: Caller,
): P & { readonly profile_id: string } => ({ ...post, profile_id: post.profile_id ?? defaultProfileId })
