/**
 * The collation in which texts differ by case and by blanks at their end (NO PAD), as they do on SQLite. MariaDB alone
 * reads what stands behind `/*M!`, and passes over `/*!80017`, which MySQL 8.0.17 and later read.
 */
export const exactText = '/*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */';

/** What the servers call it: MariaDB, MySQL. */
export const exactCollations = ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin'] as const;
