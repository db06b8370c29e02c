-- expand
ALTER TABLE "uploads" ADD COLUMN "content_hash" text;