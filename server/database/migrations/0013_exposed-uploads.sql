ALTER TABLE "uploads" ADD COLUMN "exposed_by" uuid;--> statement-breakpoint
CREATE INDEX "uploads_exposed" ON "uploads" USING btree ("exposed_by") WHERE exposed_by is not null;