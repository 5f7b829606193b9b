import type { Command } from 'commander'

export function addSandboxCommand(program: Command): void {
  program
    .command('sandbox')
    .description('run only the simulated platforms; other machines cannot reach them')
    .action(async () => (await import('./actions/sandbox.ts')).serveSandbox())
}
