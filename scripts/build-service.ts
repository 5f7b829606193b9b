import { bundleService } from './bundle.ts'

/** Bundles the service into a folder in the checkout, where its packages are found: node scripts/build-service.ts FOLDER */

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder: node scripts/build-service.ts FOLDER')
await bundleService(folder)
