import type { Command } from 'commander'
import { withInstance } from './add-command.ts'
import { type InstanceOptions, openClient } from './instance.ts'
import { printJson } from './print.ts'
import { uploadFile } from './upload-file.ts'

/** The other commands of this group are operations. */
export function addMediaCommands(program: Command): void {
  const media = program.command('media').description('upload images and videos, and manage the library of uploads')
  withInstance(media.command('upload'))
    .description('upload a file and print its address, which posts can use')
    .argument('<file>', 'a file of this machine')
    .addHelpText('after', '\nExample:\n  polypost media upload film.mp4')
    .action(async (file: string, options: InstanceOptions) => {
      const uploaded = await uploadFile(await openClient(options), file, { quiet: options.json === true })
      if (options.json) printJson(uploaded)
      else console.log(uploaded.url)
    })
}
