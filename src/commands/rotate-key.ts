import type { Command } from 'commander'

export function addRotateKeyCommand(program: Command): void {
  program
    .command('rotate-key')
    .description('encrypt all secrets in the database with the newest key of POLYPOST_SECRET_KEY, or with a new key')
    .action(async () => (await import('./actions/rotate-key.ts')).rotateKey())
}
