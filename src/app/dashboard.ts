import { fileURLToPath } from 'node:url'
import type { DashboardServices } from '../http/dashboard.ts'
import type { Storage } from '../media/storage/storage.ts'
import type { Config } from './config.ts'

/** Where the build and the package put the dashboard. */
const ownFolder = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))

/** Only the signature needs these values; nothing is uploaded. */
const anyUpload = { contentType: 'image/png', size: 1, seconds: 1 }

export async function dashboardOf(
  { dashboard, dashboardFolder, mediaUrl }: Config,
  storage: Storage,
): Promise<DashboardServices['dashboard']> {
  if (dashboard === 'off') return null
  const upload = await storage.presignPut('polypost/dashboard', anyUpload)
  const addresses = [mediaUrl, upload?.url, storage.publicUrl('polypost/dashboard')]
  const origins = addresses.flatMap((address) => (address ? [new URL(address).origin] : []))
  return { folder: dashboardFolder ?? ownFolder, mediaOrigins: [...new Set(origins)] }
}
