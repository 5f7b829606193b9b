import { installPackages } from '../../scripts/install-packages.ts'

/**
 * Brings the server's packages. The PDS asks for better-sqlite3 12, which has to be compiled and with Node 24.19 and
 * later dies of its garbage collection (https://github.com/nodejs/node/issues/65446, read 2026-11-21). Version 13 does
 * neither, with its binaries for all systems in one package, so package.json names it instead.
 */
export const install = (): Promise<void> =>
  installPackages({
    name: 'real-pds',
    home: new URL('.', import.meta.url),
    title: 'the Bluesky server for the tests',
  })
