import { mediaOperations } from '../contract/media.ts'
import type { BuiltName, Operations } from '../contract/operations.ts'
import type { MediaHost } from '../media/host.ts'
import type { Services, UseCase } from './context.ts'
import { createKey } from './create-key.ts'
import { createProfile } from './create-profile.ts'
import { createUser } from './create-user.ts'
import { deleteProfile } from './delete-profile.ts'
import { getSettings } from './get-settings.ts'
import { getUsage } from './get-usage.ts'
import { listKeys } from './list-keys.ts'
import { listPlatforms } from './list-platforms.ts'
import { listProfiles } from './list-profiles.ts'
import { listUsers } from './list-users.ts'
import { renameProfile } from './rename-profile.ts'
import { revokeKey } from './revoke-key.ts'
import { setDefaultProfile } from './set-default-profile.ts'
import { updateSettings } from './update-settings.ts'
import { updateUser } from './update-user.ts'
import { renewUpload, upload } from './upload.ts'

/** The operations that a use case performs: all that are built, save those that only describe. */
type PerformedName = { [N in BuiltName]: Operations[N] extends { scope: null } ? never : N }[BuiltName]

/** Every use case under its operation's name; a missing one does not compile. */
export const useCases: { readonly [N in PerformedName]: UseCase<N> } = {
  createKey,
  createProfile,
  createUser,
  deleteProfile,
  getSettings,
  getUsage,
  listKeys,
  listPlatforms,
  listProfiles,
  listUsers,
  renameProfile,
  revokeKey,
  setDefaultProfile,
  updateSettings,
  updateUser,
  upload,
}

/** A use case whose operation is known only at run time. */
export type AnyUseCase = (call: object) => Promise<unknown>

/** Finds a use case by its operation's name; undefined where the operation is not built. */
export function useCaseFinder(services: Services): (name: string) => AnyUseCase | undefined {
  // Whoever calls it has parsed the call by the operation of the same name; a lookup by name cannot say so in types.
  const byName = new Map(Object.entries(useCases) as [string, AnyUseCase][])
  return (name) => {
    const useCase = byName.get(name)
    return useCase && ((call) => useCase({ ...services, ...call }))
  }
}

/** An answer that is given again, with what can't be kept made anew. */
export async function replayed(media: MediaHost, name: string, body: unknown): Promise<unknown> {
  return name === 'upload' ? renewUpload(media, mediaOperations.upload.response.parse(body)) : body
}
