/**
 * Which names in public registries belong to this project. Whoever owns a name runs code where instructions say to install it, so
 * no instruction may name one that is not ours yet (`test/docs/names.test.ts`).
 */
export const published: PublishedVersion = { npm: false, sdk: false, pypi: false, n8n: false, image: null }

interface PublishedVersion {
  /** `polypost` on npm. */
  readonly npm: boolean
  /** `@polypost/sdk` on npm. */
  readonly sdk: boolean
  /** `polypost` on PyPI. */
  readonly pypi: boolean
  /** `n8n-nodes-polypost` on npm. */
  readonly n8n: boolean
  /** The image with its registry, without a tag. */
  readonly image: string | null
}
