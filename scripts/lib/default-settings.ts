import { settingNames } from '../../server/config/config.ts'

/** Every setting, left empty, which overrides both the environment and `.env`. */
export const defaultSettings: Readonly<Record<string, string>> = Object.fromEntries(
  settingNames.map((name) => [name, '']),
)

/**
 * Returns the settings with which tests and benchmarks start their own product: the sandbox, with its own
 * ports and data folder.
 */
export function ownSettings(port: number, dataDir: string): Record<string, string> {
  return {
    ...defaultSettings,
    PORT: String(port),
    STRIPE_SANDBOX_PORT: String(port + 10),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port + 20}`,
    DATA_DIR: dataDir,
  }
}
