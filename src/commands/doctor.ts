import type { Command } from 'commander'
import type { DoctorOptions } from './actions/doctor.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check this instance, say what to do, and mend what is safe to mend')
    .argument('[platform]', 'check only this platform')
    .option('--fix', 'mend what can be mended; asks before each step')
    .option('-y, --yes', 'with --fix: do not ask')
    .option('--json', 'print the checks as JSON, with what was found and mended')
    .addHelpText(
      'after',
      '\n✓ works, ! needs attention, ✗ does not work. Ends with 1 if something does not work.\n\nExamples:\n  polypost doctor\n  polypost doctor instagram\n  polypost doctor --fix --yes',
    )
    .action(async (platform: string | undefined, options: DoctorOptions) =>
      (await import('./actions/doctor.ts')).doctor(platform, options),
    )
}
