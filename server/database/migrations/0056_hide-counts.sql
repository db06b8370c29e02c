-- expand
ALTER TABLE "users" ADD COLUMN "hide_counts" boolean DEFAULT false NOT NULL;