import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleService } from './bundle.ts'
import { root } from './test-files.ts'

export interface TestService {
  /** The entry point. */
  readonly main: string
  readonly remove: () => Promise<void>
}

/**
 * The service as the package contains it, for the processes that the proofs start. A start from the sources takes more than
 * twice the processor time, and there are hundreds. It lies in the checkout, where its packages are found.
 */
export async function buildTestService(): Promise<TestService> {
  const folder = join(root, '.runtime', `test-service-${process.pid}`)
  await bundleService(folder)
  return { main: join(folder, 'src', 'main.js'), remove: () => rm(folder, { recursive: true, force: true }) }
}
