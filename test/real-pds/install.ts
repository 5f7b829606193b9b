import { installPackages } from '../../scripts/install-packages.ts'

/**
 * Installs the server's packages. The PDS requires better-sqlite3 12, which must be compiled and, with Node 24.19 and
 * later, crashes in garbage collection (https://github.com/nodejs/node/issues/65446, read 2026-11-21). Version 13 has
 * neither problem, and its package contains binaries for all systems, so package.json names it instead.
 */
export const install = (): Promise<void> =>
  installPackages({
    name: 'real-pds',
    home: new URL('.', import.meta.url),
    title: 'the Bluesky server for the tests',
  })
