/** How common assistants are told about an instance and its key. */
export const setupsOf = (origin: string, key: string) => {
  const url = `${origin}/mcp`
  const headers = { Authorization: `Bearer ${key}` }
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  return [
    {
      name: 'Claude Code',
      text: `claude mcp add --transport http polypost ${url} --header "Authorization: Bearer ${key}"\n`,
    },
    { name: 'Cursor: ~/.cursor/mcp.json', text: json({ mcpServers: { polypost: { url, headers } } }) },
    { name: 'VS Code: .vscode/mcp.json', text: json({ servers: { polypost: { type: 'http', url, headers } } }) },
    {
      name: 'Claude Desktop: claude_desktop_config.json',
      text: json({
        mcpServers: {
          polypost: {
            command: 'node',
            args: ['/path/to/polypost/scripts/launch.mjs', 'mcp'],
            env: { POLYPOST_URL: origin, POLYPOST_API_KEY: key },
          },
        },
      }),
    },
  ]
}
