import { settingNames } from '../../server/config/config.ts'

/** Every setting with an empty value, which overrides both the environment and `.env`. */
export const defaultSettings: Readonly<Record<string, string>> = Object.fromEntries(
  settingNames.map((name) => [name, '']),
)

/**
 * Returns the settings for tests and benchmarks that start their own server: sandbox mode, with dedicated
 * ports and a dedicated data folder.
 */
export function buildIsolatedSettings(port: number, dataDir: string): Record<string, string> {
  return {
    ...defaultSettings,
    PORT: String(port),
    STRIPE_SANDBOX_PORT: String(port + 10),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port + 20}`,
    DATA_DIR: dataDir,
  }
}
